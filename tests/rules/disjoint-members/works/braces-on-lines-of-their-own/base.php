<?php
class Shop
{
    public function open()
    {
    }
}
