<?php

class PlanTest
{
    public function testOne($size)
    {
        $plan = new Plan($size);
        $this->same($plan);
    }

    public function testTwo($size)
    {
        $plan = new Plan($size);
    }

    public function testThree($size)
    {
        $this->fail($size);
    }
}
