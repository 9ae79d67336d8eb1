"""The page as it is sent: plain HTML, CSS and JavaScript, as it stands in this folder."""
