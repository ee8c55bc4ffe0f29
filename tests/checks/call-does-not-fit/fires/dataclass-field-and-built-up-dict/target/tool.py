from config import Config
