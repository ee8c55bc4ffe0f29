import { start } from './core';
import './polyfills';

start();
window.onunload = () => stop();
