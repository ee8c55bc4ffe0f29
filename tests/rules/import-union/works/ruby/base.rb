require "json"

puts JSON
