require "json"
require "time"

puts JSON
