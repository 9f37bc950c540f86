import re,sys
def sub(path, *pairs):
    t=open(path).read()
    for a,b in pairs:
        if t.count(a)!=1:
            print('!!', path, t.count(a), repr(a[:70])); continue
        t=t.replace(a,b)
    open(path,'w').write(t)
def cut(path, start, end, new, incl=True):
    """replace from start marker up to and including end marker"""
    t=open(path).read()
    i=t.find(start)
    if i<0: print('!! start', path, repr(start)); return
    j=t.find(end,i+len(start))
    if j<0: print('!! end', path, repr(end)); return
    t=t[:i]+new+t[j+(len(end) if incl else 0):]
    open(path,'w').write(t)
