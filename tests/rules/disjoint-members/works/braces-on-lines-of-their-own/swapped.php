<?php
class Shop
{
    public function open()
    {
    }

    public function close()
    {
        $this->closed = true;
    }

    public function count()
    {
        $this->countd = true;
    }
}
