blackjack, after_cut, unload
  call	Fin de la talla: contar las cartas o pasar el resto
  call	Mezclar las cartas
  call	Separador
  choice	Pasar el resto
  do	Saque las cartas del sabot
  side	Llamar al jefe de mesa
  side	Separador
  side	Talla fuera, sin contar
  step	Talla retirada: # cartas contadas
  why	ES-13
  why	FA-02

blackjack, betting, bets
  call	Hagan juego
  call	La banca pasa al asiento #
  choice	Banca a la casilla #
  do	Hagan juego
  side	Banca a la casilla #
  side	Fichas mayores
  side	Llamar al jefe de mesa
  side	Separador
  step	No va más
  why	BJ-08

blackjack, burn, burn
  call	Se quema # carta
  call	Se queman # cartas
  call	Separador
  do	Queme # carta
  do	Queme # cartas
  side	Llamar al jefe de mesa
  step	Quemada sin ver
  why	ES-04

blackjack, dealing, deal
  call	No va más
  do	Carta para el crupier
  do	Carta para la casilla #
  side	Llamar al jefe de mesa
  side	Separador
  why	BJ-06

blackjack, dealing, draw
  call	Black Jack en la casilla #
  call	La casilla # se pasa con #
  call	Separador
  call	Última jugada
  do	Carta para el crupier
  do	Carta para la casilla #
  side	Llamar al jefe de mesa
  side	Separador
  why	BJ-05
  why	BJ-11
  why	el crupier tiene # (BJ-05)
  why	el crupier tiene # blando (BJ-05)
  why	el crupier tiene # blando (TB-04)
  why	la casilla # tiene # (BJ-11)
  why	la casilla # tiene # (BJ-12)

blackjack, dealing, insurance
  call	Black Jack en la casilla #
  call	Casilla #: ¿dinero seguro?
  call	¿Seguro?
  choice	Dinero seguro, casilla #
  choice	Seguro casilla #: #
  do	¿Seguro?
  side	Llamar al jefe de mesa
  side	Separador
  step	Seguro cerrado
  why	BJ-09

blackjack, dealing, turn
  call	Descubra la carta tapada
  do	Descubra la carta tapada
  side	Llamar al jefe de mesa
  side	Separador
  step	Descubiertas

blackjack, decided, result
  call	Black Jack del crupier
  call	Black Jack en la casilla #
  call	Crupier: #
  call	Crupier: # blando
  call	El crupier se pasa con #
  call	La casilla # se pasa con #
  call	La jugada es nula: retiren sus apuestas
  call	Separador
  call	Última jugada
  do	Liquide y pulse el botón
  side	Llamar al jefe de mesa
  side	Separador
  step	Fin de la jugada
  why	BJ-05
  why	el crupier tiene #
  why	el crupier tiene # (BJ-05)
  why	el crupier tiene # (ES-15)
  why	el crupier tiene # (IT-07)
  why	el crupier tiene # blando (BJ-05)
  why	el crupier tiene # blando (ES-15)
  why	el crupier tiene Black Jack (BJ-02)

blackjack, deciding, insurance
  call	Black Jack en la casilla #
  call	Casilla #: ¿dinero seguro?
  call	¿Seguro?
  choice	Dinero seguro, casilla #
  choice	Seguro casilla #: #
  do	¿Seguro?
  side	Llamar al jefe de mesa
  side	Separador
  step	Seguro cerrado
  why	BJ-09

blackjack, deciding, play
  call	Black Jack en la casilla #
  call	La casilla # se pasa con #
  call	Separador
  call	Última jugada
  choice	Dobla
  choice	Se planta
  choice	Se retira
  choice	Separa
  do	Casilla #: ¿plantarse, pedir, doblar?
  do	Casilla #: ¿plantarse, pedir, separar?
  do	Casilla #: ¿plantarse, pedir?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar, rendirse?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar, separar, rendirse?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar, separar?
  do	La casilla # tiene # blando: ¿plantarse, pedir, doblar?
  do	La casilla # tiene # blando: ¿plantarse, pedir, separar?
  do	La casilla # tiene # blando: ¿plantarse, pedir?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar, rendirse?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar, separar, rendirse?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar, separar?
  do	La casilla # tiene #: ¿plantarse, pedir, doblar?
  do	La casilla # tiene #: ¿plantarse, pedir, separar?
  do	La casilla # tiene #: ¿plantarse, pedir?
  side	Llamar al jefe de mesa
  side	Separador
  why	BJ-06
  why	el crupier muestra # (BJ-06)
  why	el crupier muestra un as (BJ-06)

blackjack, no_load, load
  call	Cartas nuevas: mezclar, cortar y al sabot
  call	La banca pasa al asiento #
  do	Cargue el sabot
  side	Llamar al jefe de mesa
  step	Nueva talla en el sabot: # barajas
  step	Nueva talla: # barajas, # cartas detrás del separador
  why	ES-03

blackjack, ruling, ruling
  do	Espere al jefe de mesa
  side	Llamar al jefe de mesa
  side	Separador

punto_banco, after_cut, unload
  call	Comisión, por favor: # en total
  call	Fin de la talla: contar las cartas o pasar el resto
  call	Separador
  choice	Pasar el resto
  do	Saque las cartas del sabot
  side	Llamar al jefe de mesa
  side	Talla fuera, sin contar
  step	Talla retirada: # cartas contadas
  why	PB-03

punto_banco, betting, bets
  call	El sabot pasa al asiento #
  call	Hagan juego
  call	Separador
  call	Última jugada
  choice	Sabot a la casilla #
  do	Hagan juego
  side	Fichas mayores
  side	La casilla # paga la comisión: #
  side	Llamar al jefe de mesa
  side	Sabot a la casilla #
  side	Separador
  step	No va más
  why	PB-05

punto_banco, burn, burn
  call	Quema: se saca y se muestra la primera carta
  call	Se quema # carta
  call	Se queman # cartas
  call	Separador
  do	Queme # carta
  do	Queme # cartas
  side	Llamar al jefe de mesa
  step	Quemada sin ver
  why	ES-04
  why	PB-04

punto_banco, dealing, deal
  call	Cartas
  call	No va más
  call	Queda # jugada
  call	Separador
  call	Última jugada
  do	Carta para el jugador
  do	Carta para la banca
  side	Llamar al jefe de mesa
  side	Separador
  why	PB-06

punto_banco, dealing, draw
  call	Banca: cero
  call	Banca: cinco
  call	Banca: cuatro
  call	Banca: dos
  call	Banca: seis
  call	Banca: siete
  call	Banca: tres
  call	Banca: uno
  call	Carta para el jugador
  call	Carta para la banca
  call	El jugador se planta con cuatro
  call	El jugador se planta con seis
  call	El jugador se planta con siete
  call	Punto: cero
  call	Punto: cinco
  call	Punto: cuatro
  call	Punto: dos
  call	Punto: nueve
  call	Punto: ocho
  call	Punto: seis
  call	Punto: siete
  call	Punto: tres
  call	Punto: uno
  do	Carta para el jugador
  do	Carta para la banca
  side	Llamar al jefe de mesa
  side	Separador
  why	PB-09
  why	el punto tiene # (PB-09)
  why	la banca tiene # (PB-10)
  why	la banca tiene #, el punto tiene #
  why	la banca tiene #, el punto tiene # (PB-10)
  why	la banca tiene #, la tercera carta del punto vale # (PB-10)

punto_banco, dealing, turn
  call	Descubran las cartas del punto
  do	Descubran las cartas del punto
  side	Llamar al jefe de mesa
  side	Separador
  step	Descubiertas

punto_banco, decided, result
  call	Banca: cero
  call	Banca: cinco
  call	Banca: cuatro
  call	Banca: dos
  call	Banca: natural de nueve
  call	Banca: natural de ocho
  call	Banca: nueve
  call	Banca: ocho
  call	Banca: seis
  call	Banca: siete
  call	Banca: tres
  call	Banca: uno
  call	El jugador se planta con seis
  call	El jugador se planta con siete
  call	Empate a cero
  call	Empate a cinco
  call	Empate a cuatro
  call	Empate a dos
  call	Empate a nueve
  call	Empate a ocho
  call	Empate a seis
  call	Empate a siete
  call	Empate a tres
  call	Empate a uno
  call	Gana el punto con cinco
  call	Gana el punto con cuatro
  call	Gana el punto con dos
  call	Gana el punto con nueve
  call	Gana el punto con ocho
  call	Gana el punto con seis
  call	Gana el punto con siete
  call	Gana el punto con tres
  call	Gana el punto con uno
  call	Gana la banca con cinco
  call	Gana la banca con cuatro
  call	Gana la banca con dos
  call	Gana la banca con nueve
  call	Gana la banca con ocho
  call	Gana la banca con seis
  call	Gana la banca con siete
  call	Gana la banca con tres
  call	Gana la banca con uno
  call	La banca se planta con cinco
  call	La banca se planta con cuatro
  call	La banca se planta con seis
  call	La banca se planta con siete
  call	La banca se planta con tres
  call	Punto: cero
  call	Punto: cinco
  call	Punto: cuatro
  call	Punto: dos
  call	Punto: natural de nueve
  call	Punto: natural de ocho
  call	Punto: nueve
  call	Punto: ocho
  call	Punto: seis
  call	Punto: siete
  call	Punto: tres
  call	Punto: uno
  call	Separador
  call	Última jugada
  do	Empate: liquide y pulse el botón
  do	Gana el punto: liquide y pulse el botón
  do	Gana la banca: liquide y pulse el botón
  side	Llamar al jefe de mesa
  side	Separador
  step	Fin de la jugada: empate
  step	Fin de la jugada: gana el punto
  step	Fin de la jugada: gana la banca
  why	PB-08
  why	PB-10
  why	el punto tiene #, la banca tiene #
  why	el punto tiene #, la banca tiene # (PB-08)
  why	el punto tiene #, la banca tiene # (PB-10)
  why	el punto tiene #, la banca tiene # (PB-11)

punto_banco, no_load, load
  call	Cartas nuevas: mezclar, cortar y al sabot
  call	Comisión, por favor: # en total
  do	Cargue el sabot
  side	Llamar al jefe de mesa
  step	Nueva talla en el sabot: # barajas
  step	Nueva talla: # barajas, # cartas detrás del separador
  why	PB-02

punto_banco, ruling, ruling
  call	Separador
  call	Última jugada
  do	Espere al jefe de mesa
  side	Llamar al jefe de mesa
  side	Separador
