"""What goes over the network, below server and client."""
