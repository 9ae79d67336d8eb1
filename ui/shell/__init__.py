"""What screens are made of: pages and sheets, the header, keyboards, and what stands on them."""
