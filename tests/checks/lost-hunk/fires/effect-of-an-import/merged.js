import { start } from './core';

start();
window.onunload = () => stop();
