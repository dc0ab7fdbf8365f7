"""What people touch. The only room that may import Kivy."""
