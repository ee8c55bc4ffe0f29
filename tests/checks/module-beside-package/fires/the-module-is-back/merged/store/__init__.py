from store.loading import load
from store.saving import save
