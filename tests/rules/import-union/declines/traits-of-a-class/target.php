<?php

class A
{
    use One;
    use Three;
}
