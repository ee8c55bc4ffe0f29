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

    public function close()
    {
        $this->closed = true;
    }
}
