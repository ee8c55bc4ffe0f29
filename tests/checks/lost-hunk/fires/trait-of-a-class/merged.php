<?php

use Kit\Loud;

final class Plan
{
    private $name;

    public function name()
    {
        return (string) $this->name;
    }
}
