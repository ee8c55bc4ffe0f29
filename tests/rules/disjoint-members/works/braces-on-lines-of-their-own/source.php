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
}
