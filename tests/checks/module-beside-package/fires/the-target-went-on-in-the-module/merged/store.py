def load(path):
    with open(path) as file:
        return file.read()


def save(path, text):
    with open(path, "w") as file:
        file.write(text)


def save_all(texts):
    for path, text in texts.items():
        save(path, text)
