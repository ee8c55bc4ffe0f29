<?php
class Kernel
{
    const VERSION = '7.0.3-DEV';
    const VERSION_ID = 70003;
}
