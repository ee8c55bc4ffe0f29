import json
import sys

run(sys, json)
