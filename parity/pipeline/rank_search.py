"""stub"""
def found_by_search(done, progress):
    return ()
