<?php
class Shop
{
    public function open()
    {
    }

    public function count()
    {
        $this->countd = true;
    }
}
