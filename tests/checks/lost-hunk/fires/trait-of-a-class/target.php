<?php

use Kit\Loud;

final class Plan
{
    use Loud;

    private $name;

    public function name()
    {
        return $this->name;
    }
}
