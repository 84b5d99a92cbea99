"""What a construct computes itself, between the layers it calls: operations recorded, aligned and explained."""
