<?php

use A\Arc;
use A\Circle;
use B\Rhombus as Diamond;

new Arc(new Circle());
