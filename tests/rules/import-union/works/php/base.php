<?php

use A\Arc;
use A\Circle;

new Arc(new Circle());
