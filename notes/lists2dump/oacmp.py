import json,sys
a=json.load(open('/tmp/lists2dump/b2.openapi.json')); b=json.load(open(f'/tmp/lists2dump/{sys.argv[1]}.openapi.json'))
print('OPENAPI', 'SAME' if json.dumps(a,sort_keys=True)==json.dumps(b,sort_keys=True) else 'DIFFERENT')
