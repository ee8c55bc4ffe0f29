<?php

use A\Arc;
use A\Circle;
use A\Oval;
use B\Rhombus as Diamond;

new Arc(new Circle());
