require "json"
require "set"
require "time"

puts JSON
