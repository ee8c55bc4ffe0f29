require "json"
require "set"

puts JSON
