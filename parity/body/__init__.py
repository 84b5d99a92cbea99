"""What a body computes itself, between the layers it calls: operations recorded, aligned and explained."""
