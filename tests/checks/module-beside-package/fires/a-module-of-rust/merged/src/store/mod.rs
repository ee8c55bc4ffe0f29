mod loading;
