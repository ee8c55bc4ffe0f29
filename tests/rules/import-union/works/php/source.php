<?php

use A\Arc;
use A\Circle;
use A\Oval;

new Arc(new Circle());
