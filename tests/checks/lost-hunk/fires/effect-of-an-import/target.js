import { start } from './core';

start();
