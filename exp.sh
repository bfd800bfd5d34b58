cd /work/trees/photos/svc-attachments
NODE_OPTIONS=--experimental-vm-modules timeout 60 npx jest --verbose "$@" 2>&1 | tail -120
