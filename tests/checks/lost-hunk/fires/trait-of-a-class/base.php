<?php

use Kit\Loud;

class Plan
{
    private $name;

    public function name()
    {
        return $this->name;
    }
}
