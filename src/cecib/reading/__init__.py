"""What a fitted model tells: findings, pictures, agreement with known classes."""
