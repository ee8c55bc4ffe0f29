<?php

function load(array $names)
{
    foreach ($names as $name) {
        if ($name) {
            add($name);

            if (nullable($name)) {
                mark($name);
            }
        }
    }
}

function last()
{
    return 2;
}
