<?php

class A
{
    use One;
    use Two;
}
