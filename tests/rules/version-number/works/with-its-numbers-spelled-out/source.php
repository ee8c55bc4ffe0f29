<?php
class Kernel
{
    const VERSION = '6.4.3-DEV';
    const VERSION_ID = 60403;
}
