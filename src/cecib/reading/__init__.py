"""What a fitted model tells: findings (suspects, outliers, categories), pictures, agreement with known classes."""
