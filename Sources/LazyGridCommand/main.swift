print("lazygrid")
