"""Parts that environments and adapters to trainers share."""
