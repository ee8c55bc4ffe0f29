"""Stateful fakes of the world that publishing meets: forges in memory and over real HTTP, a shared repository in memory."""
