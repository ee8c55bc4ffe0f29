<?php
class Kernel
{
    const VERSION = '6.4.2-DEV';
    const VERSION_ID = 60402;
}
