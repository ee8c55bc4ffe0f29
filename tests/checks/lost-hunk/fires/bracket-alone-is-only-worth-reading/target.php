<?php

function load($names)
{
    foreach ($names as $name) {
        if ($name) {
            add($name);
            }

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
