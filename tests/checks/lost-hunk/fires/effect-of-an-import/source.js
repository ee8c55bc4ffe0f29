import { start } from './core';
import './polyfills';

start();
