<?php

class A
{
    use One;
}
